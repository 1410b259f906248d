// Declares the types of imported files that are not code.

declare module '*.css';
declare module '*.svg' {
  const address: string;
  export default address;
}
