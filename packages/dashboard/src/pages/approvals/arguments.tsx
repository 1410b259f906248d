// Shows the arguments of a pending call. If they are very long, only the beginning is shown, and a button shows the
// rest.

import { useState } from 'preact/hooks';
import type { Approval } from '../../api/types.js';
import { useFetch } from '../../api/use-fetch.js';
import { Problem } from '../../components/card.js';
import { Button } from '../../components/controls.js';
import { Json, Pre } from '../../components/json.js';
import { formatCount } from '../../text/format.js';

export function Arguments({
  approval: { id, arguments: input, beginning, length = 0 },
}: {
  approval: Approval;
}) {
  const [isWhole, setWhole] = useState(false);
  const { data, error } = useFetch<Approval>(
    isWhole ? `/api/page/approvals/${encodeURIComponent(id)}` : undefined,
  );
  if (beginning === undefined) return <Json value={input} />;
  if (data !== undefined) return <Json value={data.arguments} />;
  return (
    <>
      <Pre text={beginning} />
      <Problem message={error} />
      <p class="mt-2 flex flex-wrap items-center gap-2 text-xs font-medium text-prompt">
        Only the first {formatCount(beginning.length)} of {formatCount(length)} characters are shown.
        <Button small disabled={isWhole && error === undefined} onClick={() => setWhole(true)}>
          Show all
        </Button>
      </p>
    </>
  );
}
