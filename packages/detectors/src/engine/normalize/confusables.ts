// Letters of other scripts that look like Latin ones. They are replaced only inside words with Latin letters: a
// Russian or Greek word must not change, or the detectors for its language would never match.

const pairs: readonly (readonly [string, string])[] = [
  ['абвегкмнорстухіјѕһԁԛԝѵёїӏ', 'abberkmhopctyxijshdqwveil'],
  ['АВЕНІЈКМОРЅТХУСԚԜ', 'ABEHIJKMOPSTXYCQW'],
  ['αβεηικνορτυχωσγ', 'abenikvoptuxwoy'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['օսհոցզա', 'ouhngqw'],
  ['ᎪᏴᏟᎠᎬᏀᎻᏆᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ', 'ABCDEGHIJKLMPRSTVWZ'],
];

/** The Latin letter for each look-alike letter. Letters are replaced only in words with Latin letters. */
export const confusables: ReadonlyMap<number, string> = new Map(
  pairs.flatMap(([foreign, latin]) =>
    [...foreign].map((letter, index) => [letter.charCodeAt(0), latin[index] ?? ''] as const),
  ),
);
