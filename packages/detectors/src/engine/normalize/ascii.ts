// Whether a text needs any of the work that other scripts and disguises need.

/** Printable or not, every unit is below 128. */
export const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);
