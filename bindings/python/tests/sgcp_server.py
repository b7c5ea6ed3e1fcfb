"""A server of a few lines, for the tests of the client."""

import socketserver
import threading

SECRET = "ONSWG4TFOQQHGZLTONUW63RAGE"
RENEWED = "AAAAAAAAAAAAAAAAAAAAAAAAAE"
GAME = "KRUGS4ZANFZSAYJAI52G623FNY"


class Talk(socketserver.StreamRequestHandler):
    def say(self, text):
        self.wfile.write(text.encode() + b"\r\n")

    def handle(self):
        self.say("650 SGCP/1 test 0")
        for line in self.rfile:
            code, _, param = line.decode().strip().partition(" ")
            self.server.heard.append((int(code), param))
            if code == "101" and param == "nobody":
                self.say("511 101 bad nick")
            elif code == "101":
                self.say(f"601 {param}_ {SECRET}")
            elif code == "102":
                self.say("602 ok tian" if param == "key a secret" else "512 102 no such key")
            elif code == "104":
                self.say("604 ping marking")
            elif code == "105":
                self.say(f"605 amy_ {GAME} 1\r\n751 {GAME} amy_ bob")
            elif code == "106":
                self.say(f"606 {RENEWED}")
            elif code == "202":
                self.say("752 bob 3 human\r\n752 天弈 1 ai\r\n702 2")
            elif code == "203":
                self.say("521 203 not waiting")
            elif code == "303":
                self.say(f"803\r\n853 - amy_ {param}")
            elif code == "205":
                return  # hangs up
            elif code == "103":
                return self.say("603")


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Talk)
        self.heard = []
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __exit__(self, *exc):
        self.shutdown()
        super().__exit__(*exc)
