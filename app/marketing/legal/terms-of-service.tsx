export default function TermsOfService() {
  return <main id="content">TermsOfService</main>;
}
