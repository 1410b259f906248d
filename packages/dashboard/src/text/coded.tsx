// Shows a sentence with names in backticks, as in the audit log and the diagnostics. The names are shown in code font.

export const Coded = ({ text }: { text: string | undefined }) => (
  <>
    {(text ?? '').split('`').map((part, index, all) =>
      // If the number of backticks is odd, the last one is shown as a character.
      index % 2 === 0 || index === all.length - 1 ? (
        `${index % 2 === 1 ? '`' : ''}${part}`
      ) : (
        <code key={index} class="rounded bg-raised px-1 font-mono text-[0.92em] text-ink">
          {part}
        </code>
      ),
    )}
  </>
);
