// Shows the remaining time and updates it every second.

interface BarProps {
  from: string;
  until: string;
  now: number;
}

/** Shows the remaining part of the time as a bar. */
export const Remaining = ({ from, until, now }: BarProps) => {
  const [start, end] = [Date.parse(from), Date.parse(until)];
  const part = Math.max(0, Math.min(1, (end - now) / Math.max(1, end - start)));
  return (
    <span class="block h-1 overflow-hidden rounded-full bg-raised">
      <i
        class={`block h-full ${part < 0.25 ? 'bg-deny' : 'bg-prompt'}`}
        style={{ width: `${part * 100}%` }}
      />
    </span>
  );
};
