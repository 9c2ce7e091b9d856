-- Makes the checks of texts cheaper, because an import checks the texts of thousands of findings.

-- PostgreSQL inlines this body into each check. It does not inline functions with a setting such as `search_path`.
create or replace function access.is_single_line(value text) returns boolean
  language sql immutable
  return value !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]';

-- A text has at most as many characters as bytes, and the number of bytes is known without reading the text.
alter table public.findings
  drop constraint findings_description_check,
  drop constraint findings_impact_check,
  drop constraint findings_evidence_check,
  drop constraint findings_reproduction_steps_check,
  drop constraint findings_recommendation_check,
  drop constraint findings_fingerprint_check,
  add constraint findings_description_check check (octet_length(description) <= 20000 or length(description) <= 20000),
  add constraint findings_impact_check check (octet_length(impact) <= 20000 or length(impact) <= 20000),
  add constraint findings_evidence_check check (octet_length(evidence) <= 20000 or length(evidence) <= 20000),
  add constraint findings_reproduction_steps_check
    check (octet_length(reproduction_steps) <= 20000 or length(reproduction_steps) <= 20000),
  add constraint findings_recommendation_check
    check (octet_length(recommendation) <= 20000 or length(recommendation) <= 20000),
  -- A pattern with `{64}` takes several times as long.
  add constraint findings_fingerprint_check check (length(fingerprint) = 64 and fingerprint !~ '[^0-9a-f]');
