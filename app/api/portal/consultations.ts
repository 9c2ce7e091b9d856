import { getSupabase } from "#app/api/client/supabase.ts";
import { userApi } from "#app/api/client/user-api.ts";

/** The email address of the signed-in client user, or null. */
export async function getSignedInEmail(): Promise<string | null> {
  const { auth } = await getSupabase("client");
  const { data } = await auth.getSession();
  return data.session?.user.email ?? null;
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
