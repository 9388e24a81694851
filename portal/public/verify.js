import { checkAll } from '/evidence-checks/check-all.js';
import { visible } from '/evidence-checks/visible.js';

const form = document.getElementById('form');
const results = document.getElementById('results');

/** Everything that was entered, as names and bytes. */
async function readGiven() {
  const files = [...document.getElementById('files').files];
  const given = await Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  const text = document.getElementById('text').value;
  if (text.trim() !== '') given.push({ name: 'pasted text', bytes: new TextEncoder().encode(text) });
  return given;
}

/** The lines of a field that are not blank. */
function linesIn(id) {
  const { value } = document.getElementById(id);
  return value.split('\n').filter((line) => line.trim() !== '');
}

function show({ name, proven, title, lines }) {
  const box = document.createElement('article');
  box.className = proven ? 'result proven' : 'result';
  const heading = document.createElement('h2');
  heading.textContent = `${visible(name)}: ${title}`;
  box.append(heading);
  for (const line of lines) {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    box.append(paragraph);
  }
  results.append(box);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  results.replaceChildren();
  const keys = document.getElementById('keys').value;
  const [witnesses, certificates] = ['witnesses', 'certificates'].map(linesIn);
  try {
    for (const result of await checkAll(await readGiven(), { keys, witnesses, certificates })) show(result);
  } catch (error) {
    show({ name: 'This page', proven: false, title: 'could not check', lines: [String(error)] });
  }
});
