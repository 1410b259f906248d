// Maps letters of other scripts to the Latin letters that they look like. They are replaced only in words with Latin
// letters: if a Russian or Greek word were changed, the detectors for its language would never match.

const pairs: readonly (readonly [string, string])[] = [
  ['абвегкмнорстухіјѕһԁԛԝѵёїӏ', 'abberkmhopctyxijshdqwveil'],
  ['АВЕНІЈКМОРЅТХУСԚԜ', 'ABEHIJKMOPSTXYCQW'],
  ['αβεηικνορτυχωσγ', 'abenikvoptuxwoy'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['օսհոցզա', 'ouhngqw'],
  ['ᎪᏴᏟᎠᎬᏀᎻᏆᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ', 'ABCDEGHIJKLMPRSTVWZ'],
];

/** The Latin letter for each look-alike letter. */
export const confusables: ReadonlyMap<number, string> = new Map(
  pairs.flatMap(([foreign, latin]) =>
    [...foreign].map((letter, index) => [letter.charCodeAt(0), latin[index] ?? ''] as const),
  ),
);
