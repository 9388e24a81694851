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

function boxOf({ name, proven, title, lines }) {
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
  return box;
}

async function check() {
  const keys = document.getElementById('keys').value;
  const [witnesses, certificates] = ['witnesses', 'certificates'].map(linesIn);
  const ofPage = { name: 'This page', proven: false };
  try {
    const given = await readGiven();
    if (given.length === 0) {
      return [{ ...ofPage, title: 'has nothing to check', lines: ['Choose a file, or paste one.'] }];
    }
    return await checkAll(given, { keys, witnesses, certificates });
  } catch (error) {
    return [{ ...ofPage, title: 'could not check', lines: [error.message] }];
  }
}

/** The check that was begun last: pressed twice, the button would show everything twice. */
let latest = 0;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  latest += 1;
  const own = latest;
  results.replaceChildren();
  const found = await check();
  if (own === latest) results.replaceChildren(...found.map(boxOf));
});

// Dropped beside their field, files are chosen as well: the browser would open one in place of this page.
for (const name of ['dragover', 'drop']) {
  addEventListener(name, (event) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    if (name === 'drop') document.getElementById('files').files = event.dataTransfer.files;
  });
}
