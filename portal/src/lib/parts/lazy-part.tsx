import { type ComponentType, type FunctionComponent, use } from 'react';
import { loadPart } from './load-part.js';

/** A component that is loaded when it is first shown, or before. */
type LazyPart<Props> = FunctionComponent<Props> & { preload: () => Promise<void> };

/**
 * Makes a component of one whose files are loaded later. Unlike with React's own `lazy`, a part that did not arrive can
 * be asked for again, and what it throws until then says why it did not.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let coming: Promise<ComponentType<Props>> | undefined;
  const again = () => {
    coming = undefined;
  };
  const begin = async () => {
    Loaded = await loadPart(load, again);
    return Loaded;
  };
  function Part(props: Props) {
    coming ??= begin();
    const Shown = Loaded ?? use(coming);
    return <Shown {...props} />;
  }
  const preload = async () => {
    coming ??= begin();
    // Nobody sees it yet: whoever does asks again.
    await coming.catch(again);
  };
  return Object.assign(Part, { preload });
}
