// The SDK's Transport over any two streams: one to write to, one to read from.

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
    // Closing its input requests the server to exit.
    async close() {
      output.end();
      transport.onclose?.();
    },
  };
  return transport;
}
