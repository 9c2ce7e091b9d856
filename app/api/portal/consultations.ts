import { getSupabase } from "#app/api/client/supabase.ts";
import { userApi } from "#app/api/client/user-api.ts";

type SignedInClient = {
  email: string;
  /** Empty if the user can't access a client. */
  company: string;
};

/** The email address of the signed-in client user, and the company of the selected client. Null without a session. */
export async function getSignedInClient(): Promise<SignedInClient | null> {
  const supabase = await getSupabase("client");
  const { data } = await supabase.auth.getSession();
  const email = data.session?.user.email;
  if (!email) {
    return null;
  }
  const { data: client } = await supabase.from("clients").select("company").limit(1).maybeSingle();
  return { email, company: client?.company ?? "" };
}

type OwnConsultationRequest = {
  formId: string;
  startsAt: string;
  timeZone: string;
  name: string;
  topic: string;
};

/** Books a consultation that needs no confirmation. Returns the page to manage it. @throws {ApiError} 409 if the time was taken */
export async function bookOwnConsultation(request: OwnConsultationRequest): Promise<string | null> {
  const response = await userApi.client.client.consultations.$post({ json: request });
  const result = await response.json();
  return result.success ? result.manageUrl : null;
}
