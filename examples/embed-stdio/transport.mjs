// A transport of the SDK over any two streams: one for writing and one for reading.

import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';

export function createTransport(output, input) {
  const buffer = new ReadBuffer();
  const transport = {
    async start() {
      input.on('data', (chunk) => {
        buffer.append(chunk);
        for (let message = buffer.readMessage(); message; message = buffer.readMessage()) {
          transport.onmessage?.(message);
        }
      });
    },
    async send(message) {
      output.write(serializeMessage(message));
    },
    // The server exits when its input is closed.
    async close() {
      output.end();
      transport.onclose?.();
    },
  };
  return transport;
}
