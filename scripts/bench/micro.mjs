// Measures framing and parsing without pipes, compared with `JSON.parse` of the same lines in the same run. A simple
// relay would call `JSON.parse` at least once per message.

import { answers, calls, framingSamples, growthSamples, kibi, mebi } from './micro-samples.mjs';
import { median, rounded } from './statistics.mjs';

const readSize = 64 * kibi;

const bytesOf = (lines) => Buffer.from(`${lines.join('\n')}\n`);

/** Splits bytes into chunks of one size, as a pipe delivers them, without regard to lines. */
function cut(bytes, size) {
  const chunks = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

/** Returns the milliseconds of one run, from as many runs as fit into `budget` milliseconds. */
function time(run, budget) {
  const start = performance.now();
  let runs = 0;
  do {
    run();
    runs++;
  } while (performance.now() - start < budget);
  return (performance.now() - start) / runs;
}

/** Runs the two alternately, so that a busy moment of the machine affects both. The result is the median of each. */
function compare(ours, theirs, { samples, budget }) {
  time(ours, budget);
  time(theirs, budget);
  const times = { ours: [], theirs: [] };
  for (let index = 0; index < samples; index++) {
    times.ours.push(time(ours, budget));
    times.theirs.push(time(theirs, budget));
  }
  return { ours: median(times.ours), theirs: median(times.theirs) };
}

/** Reads all chunks as one stream. Returns the numbers of messages and of rejected lines. */
function read(NdjsonReader, sender, chunks) {
  const reader = new NdjsonReader({ sender });
  const counts = { accepted: 0, refused: 0 };
  for (const chunk of chunks) {
    for (const { kind } of reader.push(chunk)) counts[kind === 'refused' ? 'refused' : 'accepted']++;
  }
  return counts;
}

/** Throws if lines were rejected, because then the benchmark would not measure parsing. */
function expectAccepted({ accepted, refused }, expected) {
  if (refused > 0 || accepted !== expected) {
    throw new Error(`${accepted} messages instead of ${expected}, and ${refused} refused`);
  }
}

function parseAll(lines) {
  for (const line of lines) JSON.parse(line.toString());
}

function resultOf(name, bytes, messages, { ours, theirs }) {
  const megabytes = bytes / 1e6;
  return {
    name,
    mb_per_s: rounded((megabytes / ours) * 1000),
    us_per_message: rounded((ours * 1000) / messages),
    json_parse_mb_per_s: rounded((megabytes / theirs) * 1000),
    ratio: rounded(ours / theirs),
  };
}

function measureFraming({ NdjsonReader }, { name, sender, lines }, effort) {
  const texts = lines();
  const bytes = bytesOf(texts);
  const chunks = cut(bytes, readSize);
  const buffers = texts.map((line) => Buffer.from(line));
  const times = compare(
    () => expectAccepted(read(NdjsonReader, sender, chunks), texts.length),
    () => parseAll(buffers),
    effort,
  );
  return resultOf(name, bytes.length, texts.length, times);
}

/** Measures a whole relay, with a chunk of calls in one direction and a chunk of responses in the other. */
function measureRelay({ Relay }, effort) {
  const there = bytesOf(calls);
  const back = bytesOf(answers);
  const chunks = { there: cut(there, readSize), back: cut(back, readSize) };
  const buffers = [...calls, ...answers].map((line) => Buffer.from(line));
  let written = 0;
  const count = (pieces) => {
    for (const piece of pieces) written += piece.length;
  };
  const relayAll = () => {
    written = 0;
    const relay = new Relay({ toClient: count, toServer: count });
    for (const chunk of chunks.there) relay.fromClient(chunk);
    for (const chunk of chunks.back) relay.fromServer(chunk);
    if (written !== there.length + back.length) throw new Error('the relay lost bytes');
  };
  const times = compare(relayAll, () => parseAll(buffers), effort);
  return resultOf('relay, 1 KiB both ways', written, buffers.length, times);
}

/**
 * Measures the time per MB at one, two, four and eight units. If the time grew faster than linearly, a denial of
 * service would be possible.
 */
function measureGrowth({ NdjsonReader }, { name, sender, line, chunk = readSize, unit = mebi }, { budget }) {
  const runs = [1, 2, 4, 8].map((size) => {
    const bytes = bytesOf([line(size * unit)]);
    const chunks = cut(bytes, chunk);
    return { megabytes: bytes.length / 1e6, run: () => read(NdjsonReader, sender, chunks) };
  });
  for (const { run } of runs) time(run, budget / 4);
  const perMegabyte = runs.map(({ megabytes, run }) => {
    // The fastest of three runs is used: only the growth matters, and noise only adds time.
    const best = Math.min(...[1, 2, 3].map(() => time(run, budget)));
    return rounded(best / megabytes);
  });
  return { name, ms_per_mb: perMegabyte, ratio: rounded(perMegabyte[3] / perMegabyte[0]) };
}

/** Runs the selected parts with a built `@claw/jsonrpc-stream`. */
export function runMicro(library, { framing, growth, quick, progress }) {
  const effort = quick ? { samples: 3, budget: 40 } : { samples: 7, budget: 150 };
  const step = (name, measure) => {
    progress(name);
    return measure();
  };
  return {
    framing: framing
      ? [
          ...framingSamples.map((sample) => step(sample.name, () => measureFraming(library, sample, effort))),
          step('relay', () => measureRelay(library, effort)),
        ]
      : [],
    growth: growth
      ? growthSamples.map((sample) =>
          step(`growth of ${sample.name}`, () => measureGrowth(library, sample, effort)),
        )
      : [],
  };
}
