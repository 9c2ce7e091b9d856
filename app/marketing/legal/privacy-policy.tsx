export default function PrivacyPolicy() {
  return <main id="content">PrivacyPolicy</main>;
}
