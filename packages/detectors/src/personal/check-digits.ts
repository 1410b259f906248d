// Implements check digit algorithms, which distinguish real numbers from other digits.

/** Checks the Luhn digit: every second digit from the right is doubled. */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** Returns the sum of the digits multiplied by their weights. */
export function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * (digits.charCodeAt(index) - 48), 0);
}

/** Returns the remainder of a long decimal number. */
export function remainder(digits: string, modulus: number): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % modulus;
  return rest;
}

const VERHOEFF_STEP = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** Checks the Verhoeff digit, which uses the dihedral group of order ten. */
export function verhoeff(digits: string): boolean {
  let check = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    for (let turn = index % 8; turn > 0; turn -= 1) digit = VERHOEFF_STEP[digit] ?? 0;
    check = dihedral(check, digit);
  }
  return check === 0;
}

function dihedral(left: number, right: number): number {
  if (left < 5) return right < 5 ? (left + right) % 5 : ((left + right) % 5) + 5;
  return right < 5 ? ((left - right + 5) % 5) + 5 : (left - right + 5) % 5;
}

/** Tests whether the month has this day in some year. */
export function isValidDate(month: number, day: number): boolean {
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= ([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0)
  );
}
