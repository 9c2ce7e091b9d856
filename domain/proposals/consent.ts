/**
 * What a person agrees to when accepting a proposal. The version and the text are stored with the acceptance. Change the
 * version when you change the text.
 */
export const ELECTRONIC_CONSENT = {
  version: "2026-11",
  text: "I agree to this proposal and its terms, and I sign it electronically by typing my name. I am authorized to accept it for the company named above. I agree to receive this contract electronically. I can download it at any time, and ask for a paper copy or withdraw this consent for later documents by email.",
} as const;
