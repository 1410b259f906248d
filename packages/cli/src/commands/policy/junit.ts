// Results as the XML that CI systems show.

interface Result {
  readonly fixture: string;
  readonly decision: string;
  readonly expected?: string;
  readonly reason: string;
  readonly ok: boolean;
}

/** A JUnit report with one test case for each fixture. */
export function junitReport(results: readonly Result[]): string {
  const failed = results.filter(({ ok }) => !ok).length;
  const cases = results.map(({ fixture, decision, expected, reason, ok }) => {
    const head = `  <testcase classname="policy" name="${inXml(fixture)}"`;
    return ok
      ? `${head}/>`
      : `${head}>\n    <failure message="${inXml(`expected ${expected}, got ${decision}`)}">${inXml(reason)}</failure>\n  </testcase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="policy" tests="${results.length}" failures="${failed}">\n${cases.join('\n')}\n</testsuite>\n`;
}

const inXml = (text: string) =>
  text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\p{Cc}/gu, ' ');
