// Formats results as JUnit XML for CI systems.

interface Result {
  readonly fixture: string;
  readonly decision: string;
  readonly expected?: string;
  readonly reason: string;
  readonly ok: boolean;
}

/** Creates a JUnit report with one test case for each fixture. */
export function junitReport(results: readonly Result[]): string {
  const failed = results.filter(({ ok }) => !ok).length;
  const cases = results.map(({ fixture, decision, expected, reason, ok }) => {
    const head = `  <testcase classname="policy" name="${inXml(fixture)}"`;
    if (ok && expected !== undefined) return `${head}/>`;
    const inside = ok
      ? `<skipped message="${inXml(`no expected decision, got ${decision}`)}"/>`
      : `<failure message="${inXml(`expected ${expected ?? 'nothing'}, got ${decision}`)}">${inXml(reason)}</failure>`;
    return `${head}>\n    ${inside}\n  </testcase>`;
  });
  const skipped = results.filter(({ ok, expected }) => ok && expected === undefined).length;
  const more = skipped === 0 ? '' : ` skipped="${skipped}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="policy" tests="${results.length}" failures="${failed}"${more}>\n${cases.join('\n')}\n</testsuite>\n`;
}

const inXml = (text: string) =>
  text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\p{Cc}/gu, ' ');
