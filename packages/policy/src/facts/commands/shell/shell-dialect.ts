// Detects text for cmd or PowerShell, which would have a different meaning if it were parsed as bash.

const POWERSHELL =
  /\$env:|\$PS[A-Z]|-(?:Command|EncodedCommand|NoProfile|ExecutionPolicy)\b|(?:^|[\s|;(&])(?:Get|Set|New|Remove|Invoke|Start|Stop|Out|Add|Copy|Move|Import|Export|Write|Select|Where|ForEach)-[A-Z][A-Za-z]+/;
// Not the formats of `date +%Y%m%d` and `git log --format=%an%x09%Cred%s`.
const CMD =
  /%(?!C(?:red|green|blue|reset)%)(?:[A-Z_][A-Z0-9_()]+|[A-Za-z_][A-Za-z0-9_()]{2,})%|(?:^|[\s&|])[A-Za-z]:\\|\s\/[cCkK]\s|\^[&|<>^]|[a-z]\^[a-z]|~\\\S|(?:^|\s)\.{1,2}\\\w/;

// Characters that occur in text for both shells. Most commands contain none of them, so one search is enough.
const SUSPICIOUS = /[$%^\\]|-[A-Z]|\/[ckCK]\s/;

export function dialectOf(text: string): 'posix' | 'other' {
  return SUSPICIOUS.test(text) && (POWERSHELL.test(text) || CMD.test(text)) ? 'other' : 'posix';
}
