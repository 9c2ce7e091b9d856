export type Merchant = {
  id: string;
  business_name: string;
  country: string;
  language_code: string;
  currency: string;
  status: "ACTIVE" | "INACTIVE";
  main_location_id: string;
  created_at: string;
};

export type Location = {
  id: string;
  name: string;
  address: {
    address_line_1: string;
    locality: string;
    administrative_district_level_1: string;
    postal_code: string;
    country: string;
  };
  timezone: string;
  capabilities: string[];
  status: "ACTIVE" | "INACTIVE";
  created_at: string;
  merchant_id: string;
  country: string;
  language_code: string;
  currency: string;
  business_name: string;
  type: "PHYSICAL" | "MOBILE";
};

export type Customer = {
  id: string;
  created_at: string;
  updated_at: string;
  given_name?: string;
  family_name?: string;
  company_name?: string;
  email_address?: string;
  phone_number?: string;
  reference_id?: string;
  note?: string;
  preferences: { email_unsubscribed: boolean };
  creation_source: string;
  version: number;
};
