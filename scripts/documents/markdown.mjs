// The Markdown parsing that the checks need.

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w-]*)[^\n]*\n([\s\S]*?)^ {0,3}\1[`~]* *$/gm;

const lineOf = (text, index) => text.slice(0, index).split('\n').length;

/** Every fenced block: its language, its text, and the line in the document where the text begins. */
export const findBlocks = (text) =>
  [...text.matchAll(fence)].map(({ index, 2: language, 3: code }) => ({
    language,
    code,
    line: lineOf(text, index) + 1,
  }));

/** Links inside code are not links: blanks out code and keeps the lines. */
const withoutCode = (text) =>
  text
    .replace(fence, (block) => block.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));

/** Every link and image: its target and its line. */
export const findLinks = (text) => {
  const prose = withoutCode(text);
  const found = [
    ...prose.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g),
    ...prose.matchAll(/^\[[^\]]+\]: *<?([^\s>]+)/gm),
  ];
  return found.map(({ index, 1: target }) => ({ target, line: lineOf(text, index) }));
};

/** The anchors of headings, as common forges generate them. */
export const headingAnchors = (text) =>
  [...text.replace(fence, '').matchAll(/^#{1,6} +(.*)$/gm)].map(([, heading]) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
