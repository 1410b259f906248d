// Tests whether a text is plain ASCII and needs no normalizing.

/** True if every unit is below 128. */
export const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);
