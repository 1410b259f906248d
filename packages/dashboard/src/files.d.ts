// Files that are not code, as the build hands them over.

declare module '*.css';
declare module '*.svg' {
  const address: string;
  export default address;
}
