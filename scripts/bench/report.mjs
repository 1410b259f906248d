// Formats the results of the benchmarks as tables.

import { bold, dim, green, red } from '../terminal.mjs';
import { boundOf, growthTarget, httpTargets, isMet, policyTargets, stdioMetrics } from './targets.mjs';

const ours = 'clawdefender';

/** Returns the result of each target, so that results can be recorded over time. */
export function targetsOf({ stdio, http = [], growth, policy = [] }) {
  const found = stdioMetrics.map(({ metric, ...target }) => ({
    metric,
    ratio: stdio?.variants[ours]?.[metric]?.ratio,
    target,
  }));
  const grown = growth.map(({ name, ratio }) => ({ metric: `growth: ${name}`, ratio, target: growthTarget }));
  const decided = policy.map(({ kind, name, ratio }) => ({
    metric: `policy: ${name}`,
    ratio,
    target: policyTargets[kind],
  }));
  const over = http.map(({ key, name, ratio }) => ({ metric: name, ratio, target: httpTargets[key] }));
  return [...found, ...over, ...grown, ...decided].flatMap(({ metric, ratio, target }) => {
    const met = isMet(ratio, target);
    return met === undefined ? [] : [{ metric, ratio, bound: boundOf(target), met }];
  });
}

/** Formats all measurements. */
export function render({ stdio, http = [], framing, growth, policy = [] }) {
  const parts = [];
  if (stdio) parts.push(stdioTable(stdio));
  if (http.length > 0) parts.push(httpTable(http));
  if (framing.length > 0) parts.push(framingTable(framing));
  if (growth.length > 0) parts.push(growthTable(growth));
  if (policy.length > 0) parts.push(policyTable(policy));
  return parts.join('\n');
}

const verdict = (met) => (met === undefined ? '' : met ? green('met') : red('missed'));

const number = (value) =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : value >= 100 ? value.toFixed(0) : value.toFixed(1);

const times = (ratio) => (typeof ratio === 'number' ? `${ratio.toFixed(2)}×` : '');

/**
 * Formats columns that are as wide as necessary. The first column is text, and the others are numbers. The last column
 * may contain colours.
 */
function table(title, head, rows) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row) =>
    row
      .map((cell, column) => {
        if (column === row.length - 1) return cell;
        return column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]);
      })
      .join('  ')
      .trimEnd();
  return `${[bold(title), dim(line(head)), ...rows.map(line)].map((text) => `${text}\n`).join('')}`;
}

function stdioTable({ variants, base, errors, params }) {
  const value = (label, metric, unit) => {
    const found = variants[label]?.[metric];
    return found ? `${number(found.median)} ${unit}` : '–';
  };
  const rows = stdioMetrics
    .filter(({ metric }) => Object.values(variants).some((metrics) => metrics[metric]))
    .map(({ metric, name, unit, ...target }) => {
      const ratio = variants[ours]?.[metric]?.ratio;
      const columns = ['direct', base, ours].map((label) => value(label, metric, unit));
      return [name, ...columns, times(ratio), boundOf(target), verdict(isMet(ratio, target))];
    });
  const title = `stdio: median of ${params.rounds} round(s); the ratio is to the ${base} of this run`;
  const failures = errors.map(
    ({ test, variant, error }) => `${red('failed')} ${test}, ${variant}: ${error}\n`,
  );
  return table(title, ['', 'direct', base, ours, 'ratio', 'target', ''], rows) + failures.join('');
}

function httpTable(http) {
  const rows = http.map(({ key, name, bare, ours: mine, ratio }) => {
    const target = httpTargets[key];
    return [name, number(bare), number(mine), times(ratio), boundOf(target), verdict(isMet(ratio, target))];
  });
  const title = 'HTTP: beside a bare relay of node:http and undici, in turns';
  return table(title, ['', 'bare', ours, 'ratio', 'target', ''], rows);
}

function framingTable(framing) {
  const rows = framing.map(({ name, mb_per_s, us_per_message, json_parse_mb_per_s, ratio }) => [
    name,
    `${number(mb_per_s)} MB/s`,
    `${number(us_per_message)} µs`,
    `${number(json_parse_mb_per_s)} MB/s`,
    times(ratio),
    '',
  ]);
  const title = 'framing and parsing in chunks of 64 KiB; the ratio is of times, below 1 we are faster';
  return table(title, ['', 'ours', 'per message', 'JSON.parse', 'ratio', ''], rows);
}

function growthTable(growth) {
  const rows = growth.map(({ name, ms_per_mb, ratio }) => [
    name,
    ...ms_per_mb.map((value) => value.toFixed(2)),
    times(ratio),
    boundOf(growthTarget),
    verdict(isMet(ratio, growthTarget)),
  ]);
  const head = ['', '1 MB', '2 MB', '4 MB', '8 MB', '8 : 1', 'target', ''];
  return table('growth: milliseconds per MB of one line', head, rows);
}

function policyTable(policy) {
  const rows = policy.map(({ kind, name, ratio, parse_ratio }) => [
    name,
    times(ratio),
    times(parse_ratio),
    boundOf(policyTargets[kind]),
    verdict(isMet(ratio, policyTargets[kind])),
  ]);
  const title = 'policy: the cost of a decision, and how it grows beside that of JSON.parse';
  return table(title, ['', 'ratio', 'JSON.parse', 'target', ''], rows);
}
