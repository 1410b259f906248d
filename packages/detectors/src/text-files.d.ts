// Text files are imported as strings: the bundler and the test runner inline them.
declare module '*.txt' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler exports a text file
  export default text;
}
