// The frame of the page; everything in it comes from the script.

export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ClawDefender</title>
<link rel="stylesheet" href="/style.css">
<script src="/script.js" defer></script>
</head>
<body>
<header><h1>ClawDefender</h1><p id="state" role="status">connecting …</p>
<button id="leave" type="button" disabled>sign out</button></header>
<main>
<section aria-labelledby="kill-title"><h2 id="kill-title">Kill switch</h2>
<p id="kill-state"></p><button id="kill" type="button" disabled></button></section>
<section aria-labelledby="waiting-title"><h2 id="waiting-title">Waiting for you</h2><div id="waiting"></div></section>
<section aria-labelledby="granted-title"><h2 id="granted-title">Granted</h2><div id="granted"></div></section>
<section aria-labelledby="events-title"><h2 id="events-title">Latest events</h2>
<table><thead><tr><th>time</th><th>server</th><th>what</th><th>decision</th><th>rule</th></tr></thead>
<tbody id="events"></tbody></table></section>
</main>
</body>
</html>
`;
