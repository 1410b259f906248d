// Shows a complete value as indented JSON. No part of the value is interpreted as HTML or as a link.

export const Json = ({ value }: { value: unknown }) => (
  <Pre text={JSON.stringify(value, undefined, 2) ?? 'none'} />
);

export const Pre = ({ text }: { text: string }) => (
  <pre
    class="untrusted max-h-96 overflow-auto rounded-lg bg-raised p-3 font-mono text-xs whitespace-pre-wrap"
    tabIndex={0}
  >
    {text}
  </pre>
);

/** Shows the lines of a diff: removed lines in red, added lines in green, field names in grey. */
export const Diff = ({ lines }: { lines: readonly string[] }) => (
  <pre
    class="untrusted max-h-96 overflow-auto rounded-lg bg-raised p-3 font-mono text-xs whitespace-pre-wrap"
    tabIndex={0}
  >
    {lines.map((line, index) => (
      <div
        key={index}
        class={line.startsWith('- ') ? 'text-deny' : line.startsWith('+ ') ? 'text-allow' : 'text-muted'}
      >
        {line}
      </div>
    ))}
  </pre>
);
