// A sample of ordinary text, from which the frequencies of characters are computed. The prefilter recognizes
// literals by their rarest characters. The sample affects only the speed of the prefilter, not its result.

export const frequencySample = `The old quiet harbour lies below the town, and in the quiet of the morning the boats come in with the tide. People who walk there
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
I think you know what I mean, he said. If I were you, I would not do it this way; you can try that again when you are
ready, so do not wait for me. No, it is only a small thing! Is this what you said? We had to go, but all of them were so
kind to us that I am sure it will be fine: the tools, the data, the server, its input, this message, some content or an
example of the text you read. You may use it as it is, or send us an email and ask. That was not the point.
It was raining again, and the harbour lay empty under low clouds. He thought of his mother, her questions, the kitchen light, bread and
coffee, and how strange it must have felt to leave without saying goodbye. Scientists have measured the temperature of
the water since nineteen sixty and found that the average rose by almost two degrees; therefore several species moved
north. The company reported higher profits, although the price of energy increased sharply and its largest customer in
Europe cancelled an order. Children under twelve pay half; groups of ten or more should call the museum office first.
Add the onions, stir well, cook until golden, then pour in the wine and let everything simmer over a low heat. Our team
won the final game of the season by three goals to one. Voters will decide next month whether the government's proposal
becomes law. Each object has an identifier, a title, a creator and optional attributes; the parser returns an array of
nodes, or throws an error when the input ends too early. To build the project run make, then copy the binary into your
path. Requests that fail are tried again after a short delay. Memory, network traffic and disk usage appear on the right.
2026-01-02 03:04:05 INFO server started on port 8080 in 12 ms - 200 GET /index.html, user 17, 3 of 4 done
## Usage - Install the package. - Run the command line tool: see https://example.com/docs/guide.html#start (version 1.2.3)`;
