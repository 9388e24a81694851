import { spawnSync } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { expect } from 'chai';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { growTree } from '../../../shared/log/grow-tree.js';
import { consistencyProof, inclusionProof, leafHash, rangeHash } from '../../../shared/log/merkle.js';
import { signCheckpoint, verifierKey } from '../../../shared/log/note.js';
import { tileReader } from '../../../shared/log/tiles.js';
import { testKeys } from '../../support/processes/keys.js';

const ENTRIES = 20_000;
const INCLUSIONS = 1_000;
const CONSISTENCIES = 10_000;
/** One proof in this many is altered, and must be refused. */
const CHANGED_EVERY = 10;

/** The question put to one checker: that an entry, or a smaller tree, is in the tree of `size`. */
interface Question {
  kind: 'record' | 'tree';
  size: number;
  root: Buffer;
  /** The index of the entry, or the size of the smaller tree; then its hash. */
  at: number;
  hash: Buffer;
  proof: readonly Buffer[];
  valid: boolean;
}

const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Keeps what was made for each argument: 10 000 draws among 66 sizes come to a quarter as many different proofs. */
function once<Made>(make: (...of: number[]) => Made): (...of: number[]) => Made {
  const made = new Map<string, Made>();
  return (...of) => {
    const key = of.join();
    const found = made.get(key) ?? make(...of);
    made.set(key, found);
    return found;
  };
}

const ENTRY_HASHES = Array.from({ length: ENTRIES }, (_item, index) => sha256(String(index)));
const tiles = growTree([], 0, ENTRY_HASHES);
const readerOf = once((size = 0) => tileReader(tiles, size));
const SIZES = Array.from({ length: 60 }, () => 1 + randomInt(ENTRIES)).concat(1, 2, 255, 256, 257, ENTRIES);
const rootOf = once((size = 0) => rangeHash(readerOf(size), 0, size));
const consistencyOf = once((old = 0, size = 0) => consistencyProof(readerOf(size), old, size));

/** A proof with one bit inverted. */
function changed(proof: readonly Buffer[]): Buffer[] {
  const copy = proof.map((hash) => Buffer.from(hash));
  const victim = copy[randomInt(copy.length)];
  const place = randomInt(32);
  victim?.writeUInt8(victim.readUInt8(place) ^ (1 << randomInt(8)), place);
  return copy;
}

/** The question unchanged, or with an altered proof if it has one to alter. */
function perhapsChanged(question: Question, place: number): Question {
  if (place % CHANGED_EVERY !== 0 || question.proof.length === 0) return question;
  return { ...question, proof: changed(question.proof), valid: false };
}

const pick = () => SIZES[randomInt(SIZES.length)] ?? ENTRIES;

function askInclusion(): Question {
  const size = pick();
  const at = randomInt(size);
  const hash = leafHash(ENTRY_HASHES[at] ?? Buffer.alloc(0));
  return {
    kind: 'record',
    size,
    root: rootOf(size),
    at,
    hash,
    proof: inclusionProof(readerOf(size), at, size),
    valid: true,
  };
}

function askConsistency(): Question {
  const size = pick();
  const at = Math.min(size, pick());
  return {
    kind: 'tree',
    size,
    root: rootOf(size),
    at,
    hash: rootOf(at),
    proof: consistencyOf(at, size),
    valid: true,
  };
}

const askAll = (): Question[] =>
  [
    ...Array.from({ length: INCLUSIONS }, askInclusion),
    ...Array.from({ length: CONSISTENCIES }, askConsistency),
  ].map(perhapsChanged);

// The definitions of RFC 6962, 2.1.1 and 2.1.2, applied backwards: written for this file, from the text of the RFC
// alone.

const join = (left: Buffer, right: Buffer) => sha256(Buffer.from([1]), left, right);

function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

function take(path: Buffer[]): Buffer {
  const hash = path.pop();
  if (hash === undefined) throw new Error('The proof is too short');
  return hash;
}

function climb(path: Buffer[], index: number, size: number, leaf: Buffer): Buffer {
  if (size === 1) return leaf;
  const split = splitOf(size);
  const sibling = take(path);
  return index < split
    ? join(climb(path, index, split, leaf), sibling)
    : join(sibling, climb(path, index - split, size - split, leaf));
}

/** The roots of the smaller and of the larger tree that a consistency proof leads to. */
function climbTwice(
  path: Buffer[],
  old: number,
  size: number,
  known: Buffer | undefined,
): readonly [Buffer, Buffer] {
  if (old === size) {
    const root = known ?? take(path);
    return [root, root];
  }
  const split = splitOf(size);
  const sibling = take(path);
  if (old <= split) {
    const [before, after] = climbTwice(path, old, split, known);
    return [before, join(after, sibling)];
  }
  const [before, after] = climbTwice(path, old - split, size - split, undefined);
  return [join(sibling, before), join(sibling, after)];
}

function judge({ kind, size, root, at, hash, proof }: Question): boolean {
  const path = [...proof];
  try {
    if (kind === 'record') return climb(path, at, size, hash).equals(root) && path.length === 0;
    const [before, after] = climbTwice(path, at, size, hash);
    return before.equals(hash) && after.equals(root) && path.length === 0;
  } catch {
    return false;
  }
}

const GO_PATH = '/usr/share/gocode';
const hasGo =
  existsSync(`${GO_PATH}/src/golang.org/x/mod/sumdb/tlog`) && spawnSync('go', ['version']).status === 0;

function askGo(lines: readonly string[]): boolean[] {
  const cache = temporaryFolder();
  const env = { PATH: process.env.PATH, GO111MODULE: 'off', GOPATH: GO_PATH, GOCACHE: cache };
  const input = lines.map((line) => `${line}\n`).join('');
  try {
    const { stdout, stderr, status } = spawnSync('go', ['run', 'tools/log/check.go'], { env, input });
    expect(status, stderr.toString()).to.equal(0);
    return stdout
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => line === 'ok');
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

const lineOf = ({ kind, size, root, at, hash, proof }: Question) => {
  const path = proof.map((part) => part.toString('base64')).join(',') || '-';
  return `${kind} ${size} ${root.toString('base64')} ${at} ${hash.toString('base64')} ${path}`;
};

const HOW = hasGo ? ", and by Go's sumdb/tlog" : '; Go or its x/mod is not installed, so by that alone';

describe('1 000 inclusion and 10 000 consistency proofs', function () {
  this.timeout(300_000);

  it(`are right by a checker that shares no line with the service${HOW}`, () => {
    const questions = askAll();
    const judges = [questions.map(judge), ...(hasGo ? [askGo(questions.map(lineOf))] : [])];
    for (const verdicts of judges) {
      const wrong = questions.filter(({ valid }, place) => verdicts[place] !== valid);
      expect(verdicts).to.have.length(INCLUSIONS + CONSISTENCIES);
      expect(wrong.slice(0, 3)).to.deep.equal([]);
    }
    expect(questions.filter(({ valid }) => !valid).length, 'changed proofs').to.be.greaterThan(500);
  });

  if (hasGo) {
    it("stand under checkpoints that Go's sumdb/note opens", () => {
      const { current } = testKeys.evidenceKeys;
      const note = signCheckpoint({ origin: 'example.test/log', size: ENTRIES, root: rootOf(ENTRIES) }, [
        current,
      ]);
      const line = (text: string) =>
        `note ${verifierKey('example.test/log', current)} ${Buffer.from(text).toString('base64')}`;
      const other = note.replace(String(ENTRIES), String(ENTRIES - 1));
      expect(askGo([line(note), line(other)])).to.deep.equal([true, false]);
    });
  }
});
