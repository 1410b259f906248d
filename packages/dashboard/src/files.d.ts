// Types of files other than code.

declare module '*.css';
declare module '*.svg' {
  const address: string;
  export default address;
}
