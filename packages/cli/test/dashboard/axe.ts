// Returns the serious and critical problems that axe reports for a page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function seriousProblems(page: Page): Promise<readonly string[]> {
  // A colour in the middle of a transition has less contrast than before and after it.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))',
  );
  await page.evaluate(axe);
  return page.evaluate(
    "axe.run({resultTypes:['violations']}).then(({violations}) => violations.filter(({impact}) => impact === 'serious' || impact === 'critical').flatMap(({id, nodes}) => nodes.map(({html, failureSummary}) => id + ' ' + html.slice(0, 200) + failureSummary)))",
  );
}
