// How often three classes follow each other in ordinary text. Only an estimate: it decides how fast the screen is, never
// what it says.

import { classesOf } from './screen-classes.js';

const sample = `The old harbour lies below the town, and in the morning the boats come in with the tide. People who walk there
say that it was once the largest market on the coast; now there are only a few small shops, a school and the house where
the mayor lived. She had been asked to write about it for the paper, but every time she sat down to begin, someone would
come in and want to talk. What could they have known about all this? It seemed that nothing would change until the spring,
when the roads were open again and visitors would come from other parts of the country. Each year another street was
closed, another door was painted green. In this section we describe how the service reads its configuration, which values
are possible and what happens when one of them is missing. If the file does not exist, the default is used. You can change
this by setting the option in the settings page. The following table shows the results of the first test; please see the
documentation for more information about these features and their current state. Most of the time the response contains
a list of items, their names and the date on which they were created. Users should be able to select an item, then open,
edit or delete it. That makes it possible to compare both versions before a new release is published.
{"id": 1042, "name": "Anna", "type": "object", "properties": {"path": {"type": "string", "description": "The file"}}}
import { readFile } from "fs"; export function main(options) { const result = await load(options.path); return result; }
if (value === undefined) throw new Error("no value"); for (const item of list) console.log(item.name, item.count);
def read(self, path): with open(path) as file: return [line.strip() for line in file if line] # comment
2026-01-02 03:04:05 INFO server started on port 8080 in 12 ms - 200 GET /index.html, user 17, 3 of 4 done
## Usage - Install the package. - Run the command line tool: see https://example.com/docs/guide.html#start (version 1.2.3)`;

const size = 64;

/** A smoothed estimate for three classes: what was counted, or what its two pairs suggest. */
export type Rarity = (first: number, second: number, third: number) => number;

/** Counts the sample; done once for an engine. */
export function createRarity(): Rarity {
  const classes = classesOf(sample);
  const singles = new Float64Array(size);
  const pairs = new Float64Array(size * size);
  const triples = new Map<number, number>();
  classes.forEach((third, index) => {
    const first = classes[index - 2] ?? 0;
    const second = classes[index - 1] ?? 0;
    const triple = (first * size + second) * size + third;
    singles[third] = (singles[third] ?? 0) + 1;
    pairs[second * size + third] = (pairs[second * size + third] ?? 0) + 1;
    triples.set(triple, (triples.get(triple) ?? 0) + 1);
  });
  const pair = (first: number, second: number): number => (pairs[first * size + second] ?? 0) + 0.05;
  return (first, second, third) =>
    (triples.get((first * size + second) * size + third) ?? 0) +
    (pair(first, second) * pair(second, third)) / ((singles[second] ?? 0) + 1);
}
