// Tests whether a text is plain ASCII. Such a text does not have to be normalized.

/** Tests whether all units are below 128. */
export const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);
