// Defines the constant result of the bare servers, which is as long as a real result.

const answer = {
  allowed: true,
  risk_level: 'Low',
  explanation: "Action allowed: FileRead on '/usr/share/dict/words' is permitted by current policy.",
  policy_rule: 'log',
  rule: 'default',
};

export const constant = {
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: answer,
};
