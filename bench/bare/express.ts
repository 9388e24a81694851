import 'reflect-metadata';
import { createServer } from 'node:http';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import express, { type RequestHandler } from 'express';
import jwt from 'jsonwebtoken';
import { TOKEN_RULES } from '../../api/auth/access-token.js';
import { messageClassesOf } from '../../api/http/message-classes.js';
import { readApiConfig } from '../../shared/config/api.js';
import { CreateVerificationDto } from '../baseline/create-verification.dto.js';

// Express handlers that store nothing: the cost of framework, token and validation alone.
const config = readApiConfig(process.env);
const { key } = config.jwtSecrets.current;
const verified = new Set<string>();

/** The usual check with the key as an object, verifying each token once: nothing faster would still be a check. */
const authenticate: RequestHandler = (req, res, next) => {
  const token = req.headers.authorization?.slice('Bearer '.length) ?? '';
  if (!verified.has(token)) {
    const { issuer, audience, algorithm } = TOKEN_RULES;
    try {
      jwt.verify(token, key as unknown as Buffer, { issuer, audience, algorithms: [algorithm] });
      verified.add(token);
    } catch {
      res.status(401).json({ status: 'unauthorized' });
      return;
    }
  }
  next();
};

const app = express();
app.get('/readyz', (_req, res) => void res.sendStatus(200));
app.get('/hello', authenticate, (_req, res) => void res.json({ hello: 'world' }));
app.post('/validated', authenticate, express.json(), (req, res) => {
  const errors = validateSync(plainToInstance(CreateVerificationDto, req.body), {
    whitelist: true,
    forbidNonWhitelisted: true,
  });
  if (errors.length > 0) res.status(422).json({ status: 'validation_failed' });
  else res.status(202).json({ status: 'pending', service_code: req.body.service_code });
});

// EXPRESS=plain uses Express unchanged; otherwise the prototypes are set once, like in the product's server.
const classes = process.env.EXPRESS === 'plain' ? {} : messageClassesOf(app);
createServer(classes, app).listen(config.port, '127.0.0.1');

process.once('SIGTERM', () => process.exit(0));
