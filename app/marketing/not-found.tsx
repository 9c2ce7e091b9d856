export default function NotFound() {
  return <main id="content">NotFound</main>;
}
