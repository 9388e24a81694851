/**
 * The part of a kustomization file (kustomize.config.k8s.io/v1beta1) that we use, following its reference
 * documentation.
 */
export interface IKustomization {
  apiVersion: string;
  kind: 'Kustomization';
  namespace: string;
  labels: { pairs: Record<string, string> }[];
  resources: string[];
  images: { name: string; newName: string; newTag: string }[];
}
