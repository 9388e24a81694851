import path from 'node:path';
import ts from 'typescript';
import { KUBERNETES } from './read-files.mjs';

/** The module that describes a kind. Kubernetes' own come from its OpenAPI document, by kubernetes-models. */
function moduleOf({ apiVersion, kind }) {
  if (apiVersion.startsWith('keda.sh/')) return './scaled-object.js';
  if (apiVersion.startsWith('kustomize.')) return './kustomization.js';
  return `kubernetes-models/${apiVersion}/${kind}`;
}

/** Checks values: formats, ranges, required fields. */
async function checkValues({ file, manifest }) {
  const source = moduleOf(manifest);
  if (source.startsWith('.')) return [];
  const { [manifest.kind]: Model } = await import(source);
  try {
    new Model(manifest).validate();
    return [];
  } catch (error) {
    return [`${file}: ${manifest.kind} ${manifest.metadata.name}: ${error.message}`];
  }
}

/**
 * Checks names: Kubernetes ignores fields it does not know, so a typo would go unnoticed. The compiler compares each
 * manifest, written as a literal, with the type of its kind.
 */
function checkNames(manifests) {
  const sources = new Map(
    manifests.map(({ manifest }, index) => [
      path.resolve(`tools/deploy/manifest-${index}.ts`),
      `import type { I${manifest.kind} } from '${moduleOf(manifest)}';
export const manifest: I${manifest.kind} = ${JSON.stringify(manifest, null, 2)};`,
    ]),
  );
  const options = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.readFile = (file) => sources.get(file) ?? readFile(file);
  const program = ts.createProgram([...sources.keys()], options, host);
  const names = [...sources.keys()];
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const found = manifests[names.indexOf(file?.fileName ?? '')];
    return `${found?.file}: ${found?.manifest.kind}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

/** Compares every manifest with the schema of its kind. */
export async function checkSchemas(manifests) {
  const values = await Promise.all(manifests.map(checkValues));
  return [...values.flat(), ...checkNames(manifests)].map((fault) => `${KUBERNETES}/${fault}`);
}
