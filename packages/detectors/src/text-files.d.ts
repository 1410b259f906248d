// Declares text files as modules: the bundler and the test runner import them as strings.
declare module '*.txt' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler exports a text file
  export default text;
}
