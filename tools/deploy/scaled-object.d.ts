/** The part of KEDA's ScaledObject (keda.sh/v1alpha1, KEDA 2) that we use, following its reference documentation. */
export interface IScaledObject {
  apiVersion: 'keda.sh/v1alpha1';
  kind: 'ScaledObject';
  metadata: { name: string; namespace: string };
  spec: {
    scaleTargetRef: { name: string };
    minReplicaCount: number;
    maxReplicaCount: number;
    pollingInterval: number;
    fallback: { failureThreshold: number; replicas: number };
    advanced: { horizontalPodAutoscalerConfig: { behavior: { scaleDown: ScalingRules } } };
    triggers: PrometheusTrigger[];
  };
}

interface ScalingRules {
  stabilizationWindowSeconds: number;
  policies: { type: string; value: number; periodSeconds: number }[];
}

/** Values in `metadata` are strings, even numbers. */
interface PrometheusTrigger {
  type: string;
  metricType: string;
  metadata: { serverAddress: string; query: string; threshold: string };
}
