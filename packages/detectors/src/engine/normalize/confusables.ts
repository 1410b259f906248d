// Letters of other scripts that read as Latin ones. They are folded only inside a word that is written in Latin letters
// otherwise: a Russian or Greek word must stay itself, or its own detectors would never see it.

const pairs: readonly (readonly [string, string])[] = [
  ['абвегкмнорстухіјѕһԁԛԝѵёїӏ', 'abberkmhopctyxijshdqwveil'],
  ['АВЕНІЈКМОРЅТХУСԚԜ', 'ABEHIJKMOPSTXYCQW'],
  ['αβεηικνορτυχωσγ', 'abenikvoptuxwoy'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['օսհոցզա', 'ouhngqw'],
  ['ᎪᏴᏟᎠᎬᏀᎻᏆᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ', 'ABCDEGHIJKLMPRSTVWZ'],
];

/** Read as Latin in the midst of Latin letters. */
export const confusables: ReadonlyMap<number, string> = new Map(
  pairs.flatMap(([foreign, latin]) =>
    [...foreign].map((letter, index) => [letter.charCodeAt(0), latin[index] ?? ''] as const),
  ),
);
