// Creates worst-case texts for each pattern. A text contains the literals of the pattern repeatedly, so that the pattern
// starts to match, continues as long as possible, and fails.

/** The names of the texts, and the short text that each repeats. */
export function* nightmaresOf({ name, literals, secondLiterals = [], samples }) {
  const [literal] = literals;
  const longest = literals.reduce((one, other) => (other.length > one.length ? other : one), literal);
  yield [`${name}: its literal`, literal];
  yield [`${name}: its literal, apart`, `${longest} `];
  yield [`${name}: its literal in capitals`, `${literal.toUpperCase()} `];
  yield [`${name}: its literals`, `${literals.slice(0, 12).join(' ')} `];
  if (secondLiterals.length > 0) yield [`${name}: both gates`, `${literal} ${secondLiterals[0]} `];
  yield [`${name}: its literal and letters`, `${literal}${'aB3dE5gH7j'.repeat(8)} `];
  yield [`${name}: its literal and digits`, `${literal}="${'4'.repeat(40)}" `];
  for (const sample of samples.hit.slice(0, 2)) {
    yield [`${name}: all of it`, `${sample} `];
    yield [`${name}: one short`, `${sample.slice(0, -1)} `];
    yield [`${name}: cut short`, `${sample.slice(0, Math.ceil(sample.length * 0.8))} `];
    yield [`${name}: cut short, no gap`, sample.slice(0, Math.ceil(sample.length * 0.8))];
    yield [`${name}: spoilt`, `${sample.slice(0, -2)}!? `];
    yield [`${name}: half and literal`, `${sample.slice(0, sample.length >> 1)} ${literal} `];
  }
  for (const sample of samples.miss.slice(0, 2)) yield [`${name}: not it`, `${sample} `];
}
