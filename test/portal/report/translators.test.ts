import { expect } from 'chai';
import { buildVerification } from '../../support/database/factories.js';
import { usePortal } from '../support/portal.js';

/** As the translators of browsers do: each text gives way to an element with the translation of what they have sent. */
const TRANSLATOR = `
  window.sent = [];
  const translate = (text) => {
    if (!text.parentElement?.translate || text.parentElement.closest('font, script, style, textarea, title')) return;
    window.sent.push(text.data);
    const translation = document.createElement('font');
    translation.textContent = text.data;
    text.replaceWith(translation);
  };
  const read = () => {
    const texts = [];
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode.data.trim() !== '') texts.push(walker.currentNode);
    texts.forEach(translate);
  };
  new MutationObserver(read).observe(document, { childList: true, characterData: true, subtree: true });`;

describe('a browser that translates every page', function () {
  this.timeout(60_000);

  const portal = usePortal({ workers: 0 });

  it('is not sent what the portal shows of a person, and does not keep a state that has passed on it', async () => {
    const user = await portal().accounts.createClientUser();
    const { db } = portal().service;
    const { id, requestId } = await buildVerification(db, { clientId: user.clientId, status: 'pending' });
    const page = await portal().open();
    await page.addInitScript(TRANSLATOR);
    await portal().signInBehind(page, user);
    await page.goto(`/checks/${requestId}`);
    const state = page.locator('[data-status]');
    await state.getByText('In progress', { exact: true }).waitFor();
    await db.query(
      `UPDATE verifications SET status = 'manual_review', review_reason = 'no_answer', version = version + 1
       WHERE id = $1`,
      [id],
    );
    await state.getByText('In review', { exact: true }).waitFor();
    expect(await page.evaluate('window.sent')).to.deep.equal([]);
    await page.context().close();
  });
});
