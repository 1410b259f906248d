// A button that copies a text and shows that it was copied.

import { useEffect, useState } from 'preact/hooks';
import { Button } from './controls.js';

const noticeMilliseconds = 2000;

export function Copy({ text, name = 'Copy' }: { text: string; name?: string }) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setDone(false), noticeMilliseconds);
    return () => clearTimeout(timer);
  }, [isDone]);
  return (
    <Button
      small
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setDone(true),
          () => {},
        )
      }
    >
      {isDone ? 'Copied' : name}
    </Button>
  );
}
