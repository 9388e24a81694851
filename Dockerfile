# One image for every process: the API by default, worker, migrations and admin commands by another command.

# The line of Node with long-term support; package.json says which others will do.
FROM node:22.20.0-bookworm-slim AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM base AS build
RUN npm ci
COPY . .
RUN npm run build

FROM base AS dependencies
RUN npm ci --omit=dev

FROM base
ENV NODE_ENV=production
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
# For SPOOL_DIR of the worker: a volume that is mounted here belongs to the user below.
RUN mkdir /spool && chown node:node /spool && chmod 700 /spool
USER node
EXPOSE 3000
# The worker has no port but METRICS_PORT, which serves /healthz too.
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT || process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm, so that SIGTERM reaches the process that has to stop in order.
# 32 MiB for young objects: those of a burst of requests then die there, which halves the work of collecting them.
CMD ["node", "--enable-source-maps", "--min-semi-space-size=32", "--max-semi-space-size=32", "dist/api/main.js"]
