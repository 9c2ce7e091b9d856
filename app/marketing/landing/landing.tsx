export default function Landing() {
  return <main id="content">Landing</main>;
}
