export type WebhookSubscription = {
  id: string;
  name: string;
  enabled: boolean;
  event_types: string[];
  notification_url: string;
  api_version: string;
  signature_key: string;
  created_at: string;
  updated_at: string;
};

export type WebhookEvent = {
  merchant_id: string;
  location_id?: string;
  type: string;
  event_id: string;
  created_at: string;
  data: { type: string; id: string; deleted?: boolean; object?: Record<string, unknown> };
};
