// How the page looks: plain, in the colours that the system prefers.

export const style = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
header { align-items: baseline; display: flex; gap: 1rem; }
h1 { font-size: 1.3rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8884; overflow-wrap: anywhere; padding: .2rem .5rem; text-align: left; vertical-align: top; }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
article { border: 1px solid #8886; border-radius: .4rem; margin: .5rem 0; padding: .5rem 1rem; }
button { font: inherit; margin-right: .5rem; padding: .2rem .8rem; }
.deny { color: #c33; }
.on { color: #c33; font-weight: bold; }
`;
